import "@yourcall/react/style.css";
import "./style.css";
import { useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { call, type Listed, type Me } from "./api.ts";
import { Chat } from "./chat.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The conversation in the address, or a new one. */
function idInAddress(): string {
  return /^\/c\/([\w-]+)$/.exec(location.pathname)?.[1] ?? crypto.randomUUID();
}

function App() {
  const [me, setMe] = useState<Me>();
  const [chats, setChats] = useState<Listed[]>([]);
  const [id, setId] = useState(idInAddress);
  const [listed, showList] = useState(false);
  const [failure, setFailure] = useState<string>();

  const refresh = useCallback(() => {
    call<Listed[]>("/api/chats").then(setChats, (error: Error) => setFailure(error.message));
  }, []);
  useEffect(() => {
    call<Me>("/api/me").then(
      (found) => {
        setMe(found);
        refresh();
      },
      (error: Error) => setFailure(error.message),
    );
    const back = () => setId(idInAddress());
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, [refresh]);

  function open(next: string, path = `/c/${next}`): void {
    history.pushState(null, "", path);
    setId(next);
    showList(false);
  }

  if (failure !== undefined)
    return (
      <p className="failure" role="alert">
        {failure || "The server does not answer."}
      </p>
    );
  if (me === undefined) return null;
  return (
    <div className="app" data-list={listed}>
      <Sidebar
        chats={chats}
        current={id}
        me={me}
        onOpen={open}
        onNew={() => open(crypto.randomUUID(), "/")}
        onRemove={async (gone) => {
          await call(`/api/chats/${gone}`, { method: "DELETE" });
          if (gone === id) open(crypto.randomUUID(), "/");
          refresh();
        }}
        onRename={async (name) => {
          setMe({ ...me, ...(await call<{ name: string }>("/api/me", { method: "POST", json: { name } })) });
        }}
      />
      <main>
        <header>
          <button type="button" className="icon" aria-label="Conversations" onClick={() => showList(!listed)}>
            ☰
          </button>
          <h1>{chats.find((chat) => chat.id === id)?.title ?? "New conversation"}</h1>
        </header>
        <Chat
          key={id}
          id={id}
          me={me}
          onTurn={() => {
            if (location.pathname !== `/c/${id}`) history.replaceState(null, "", `/c/${id}`);
            refresh();
          }}
        />
      </main>
    </div>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(<App />);
