import * as vscode from "vscode";

/** Types `value` into every input box with buttons of its own and accepts it, or leaves it without one. */
export class TypedPrompts implements Disposable {
  count = 0;
  /** What the latest one warned of before anything was typed. */
  warning: string | undefined;
  readonly #create = vscode.window.createInputBox;

  constructor(value?: string) {
    vscode.window.createInputBox = () => {
      this.count += 1;
      const input = this.#create();
      const onDidAccept: vscode.Event<void> = (accept) => {
        input.value = value ?? "";
        if (value !== undefined) setImmediate(accept);
        return vscode.Disposable.from();
      };
      const onDidHide: vscode.Event<void> = (hide) => {
        if (value === undefined) setImmediate(hide);
        return vscode.Disposable.from();
      };
      const show = () => {
        const { validationMessage: shown } = input;
        this.warning = typeof shown === "object" ? shown.message : shown;
      };
      return standIn(input, { onDidAccept, onDidHide, show });
    };
  }

  [Symbol.dispose](): void {
    vscode.window.createInputBox = this.#create;
  }
}

/** The real object, except for some of its properties. */
export function standIn<T extends object>(real: T, instead: Partial<T>): T {
  return new Proxy(real, {
    get: (target, name) => {
      if (name in instead) return Reflect.get(instead, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
