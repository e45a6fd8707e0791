/**
 * The address at which the editor on a port of this machine opens a folder, whatever the folder's name: to be clicked
 * or copied.
 */
export function folderAddress(port: number, folder: string): string {
  return `http://127.0.0.1:${String(port)}/?folder=${encodeURIComponent(folder).replaceAll("%2F", "/")}`;
}
