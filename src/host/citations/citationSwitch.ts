import * as vscode from "vscode";
import { onSettingChange, readSetting } from "../platform/settings.ts";

const SETTING = "plumbline.sources.codeLens";

/** Keeps what `make` returns while the setting for it is on, and disposes of it when off. Nothing is loaded before. */
export class CitationSwitch implements vscode.Disposable {
  readonly #make: () => Promise<vscode.Disposable>;
  readonly #subscription: vscode.Disposable;
  #made: Promise<vscode.Disposable> | undefined;

  constructor(make: () => Promise<vscode.Disposable>) {
    this.#make = make;
    this.#subscription = onSettingChange(SETTING, () => {
      this.#follow();
    });
    this.#follow();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#drop();
  }

  #follow(): void {
    if (readSetting(SETTING)) this.#made ??= this.#make();
    else this.#drop();
  }

  #drop(): void {
    void this.#made?.then((made) => {
      made.dispose();
    });
    this.#made = undefined;
  }
}
