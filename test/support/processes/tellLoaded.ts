// Loaded before a program: reports on standard error which packages the program loads, as it loads them.
import { registerHooks } from "node:module";
import process from "node:process";

registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    if (name !== undefined) process.stderr.write(`loads ${name}\n`);
    return next(url, context);
  },
});
