import { CopyButton } from "../app/copy-button.tsx";
import { Mark } from "../app/mark.tsx";

const command = "yourcall desk ~/your-project";

/** How to start a desk. The page keeps looking for one. */
export function NoDesk() {
  return (
    <div className="no-desk">
      <Mark size={48} />
      <h1>No desk is running</h1>
      <p>
        A desk runs agents for you and shows each conversation here, with its questions. Start one in a terminal, with
        the directories it may work in:
      </p>
      <div className="command">
        <pre>
          <code>{command}</code>
        </pre>
        <CopyButton text={command} label="Copy" />
      </div>
      <p className="meta" role="status">
        This page shows it as soon as it runs.
      </p>
    </div>
  );
}
