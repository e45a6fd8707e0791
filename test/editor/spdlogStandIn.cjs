// Stands in for @vscode/spdlog, a native module: writes each message at once, never rotates.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical", "off"];
let globalLevel = 2;

class Logger {
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = globalLevel;
    this.isRaw = false;
    this.isDropped = false;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, "");
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }

  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.isRaw = true;
  }
  flush() {}
  drop() {
    this.isDropped = true;
  }

  write(level, message) {
    if (level < this.level || this.isDropped) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      appendFileSync(this.file, this.isRaw ? String(message) : `${time} [${LEVELS[level]}] ${message}\n`);
    } catch {
      // the folder is gone: the editor is shutting down
    }
  }
}

// Exported one by one: importers of a CommonJS module see only the names that are found by reading its text.
exports.version = 0;
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger("rotating", name, file);
exports.createAsyncRotatingLogger = exports.createRotatingLogger;
exports.setFlushOn = () => {};
exports.setLevel = (level) => {
  globalLevel = level;
};
