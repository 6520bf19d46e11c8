import { useState } from "react";
import type { Listed, Me } from "./api.ts";

interface Props {
  chats: Listed[];
  current: string;
  me: Me;
  onOpen(id: string): void;
  onNew(): void;
  onRemove(id: string): void;
  onRename(name: string): void;
}

/** The conversations, and who is here. */
export function Sidebar({ chats, current, me, onOpen, onNew, onRemove, onRename }: Props) {
  return (
    <aside>
      <button type="button" className="new" onClick={onNew}>
        <span aria-hidden="true">+</span> New conversation
      </button>
      <nav aria-label="Conversations">
        {chats.map(({ id, title }) => (
          <div key={id} className="row" data-current={id === current}>
            <a
              href={`/c/${id}`}
              aria-current={id === current ? "page" : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                onOpen(id);
              }}
            >
              {title}
            </a>
            <button type="button" className="icon" aria-label={`Delete ${title}`} onClick={() => onRemove(id)}>
              ×
            </button>
          </div>
        ))}
      </nav>
      <Name name={me.name} onRename={onRename} />
      <p className="about">
        {me.provider}
        {me.routes === undefined ? ", without a hub" : ", with a hub"}
      </p>
    </aside>
  );
}

function Name({ name, onRename }: { name: string; onRename(name: string): void }) {
  const [text, setText] = useState(name);
  return (
    <form
      className="name"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onRename(text);
      }}
    >
      <label>
        You are
        <input value={text} maxLength={40} onChange={(event) => setText(event.target.value)} />
      </label>
      {text.trim() !== name && text.trim() !== "" && <button type="submit">Save</button>}
    </form>
  );
}
