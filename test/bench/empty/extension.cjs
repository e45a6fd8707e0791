// Shows what the least that an extension can do costs to activate.
exports.activate = () => undefined;
