import type { PlaceState } from "../../protocol/answer.ts";

/** Of each place, what tells it from others of the same name: its folder, or its repository if the folders are alike. */
export function distinctionsOf(places: readonly PlaceState[]): readonly string[] {
  return places.map(({ name, folder, repository }) => {
    const alike = places.filter((other) => other.name === name);
    if (alike.some((other) => other.repository !== repository && other.folder === folder)) return repository;
    if (alike.every((other) => other.folder === folder)) return "";
    return folder || repository;
  });
}
