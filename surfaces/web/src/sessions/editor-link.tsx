import { useStored } from "../app/browser-storage.ts";

/** Editors that open a directory by an address. */
const editors: Record<string, { name: string; scheme: string }> = {
  vscode: { name: "VS Code", scheme: "vscode://file" },
  cursor: { name: "Cursor", scheme: "cursor://file" },
  zed: { name: "Zed", scheme: "zed://file" },
  windsurf: { name: "Windsurf", scheme: "windsurf://file" },
};

/** Opens a directory in the editor of the person's choice. The browser asks it, so nothing runs at the desk. */
export function EditorLink({ path }: { path: string }) {
  const [stored, store] = useStored("editor");
  const chosen = editors[stored ?? ""] ?? { name: "VS Code", scheme: "vscode://file" };
  return (
    <span className="editor-link line">
      <a className="button fine" href={`${chosen.scheme}${encodeURI(path)}`}>
        Open in editor
      </a>
      <select
        aria-label="Editor"
        className="fine"
        value={stored ?? "vscode"}
        onChange={({ target }) => store(target.value)}
      >
        {Object.entries(editors).map(([id, { name }]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
