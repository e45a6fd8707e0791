/** A small program most of whose files have names that are not in their text. */
export const HARBOUR = {
  "README.md": "# Harbour\n\nBooks places for small boats.\n",
  "package.json": '{\n  "name": "harbour",\n  "scripts": { "start": "node src/main.js" }\n}\n',
  Makefile: "all:\n\tnode src/main.js\n",
  "src/berths.ts":
    "export function book(boat: Boat): number {\n  return places.take(boat.length);\n}\n\nexport function leave(boat: Boat): void {\n  places.free(boat);\n}\n",
  "src/Berths.java": "class Berths {\n  int size() {\n    return 12;\n  }\n}\n",
  "src/pay/settle.py": "def run():\n    lock()\n    send_bills()\n",
  "src/pay/limits.toml": "most = 40\nleast = 2\n",
  "src/crew/index.ts": "export const roster = ['Ada', 'Bo'];\n",
  "src/dock/index.ts": "export const cranes = 3;\n",
  "app/[dock]/page.tsx": "export default function Page({ params }) {\n  return <h1>{params.dock}</h1>;\n}\n",
  "app/(crew)/page.tsx": "export default function Crew() {\n  return <p>Four people</p>;\n}\n",
  "app/page.tsx": "export default function Home() {\n  return <main>Welcome</main>;\n}\n",
  "routes/boats.$id.tsx": "export async function loader() {\n  return find();\n}\n",
  "deck plans/upper deck.md": "# Rooms\n\nTwelve of them.\n",
  "船/料金.ts": "export const cents = 1200;\n",
} as const;
