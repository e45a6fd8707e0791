import type * as vscode from "vscode";

/** What an editor remembers in one window, kept as JSON as the editor does. */
export function plainMemento(values: Readonly<Record<string, unknown>> = {}): vscode.Memento {
  const kept = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => {
      const json = kept.get(key);
      return (json === undefined ? otherwise : JSON.parse(json)) as T;
    },
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}
