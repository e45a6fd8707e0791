// Runs in the extension host, in front of the tests' own entry: leaves a file when the tests have returned, which they
// don't do if the extension host dies under them.
const { writeFileSync } = require("node:fs");

exports.run = async () => {
  await require(process.env.PLUMBLINE_TESTS).run();
  writeFileSync(process.env.PLUMBLINE_TESTS_RETURNED, "");
};
