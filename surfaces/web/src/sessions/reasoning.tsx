import Markdown from "@yourcall/react/markdown";
import { useState } from "react";
import { Icon } from "../app/icon.tsx";

/** What the model thought, folded and dim. */
export function Reasoning({ text, isOpen }: { text: string; isOpen: boolean }) {
  const [unfolded, unfold] = useState(false);
  return (
    <details className="reasoning" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>
        <Icon name="more" />
        {isOpen ? "Thinking…" : "Thought"}
      </summary>
      {unfolded && <Markdown text={text} />}
    </details>
  );
}
