import "./style.css";
import { QuestionCard } from "@yourcall/react";
import { useLiveCard } from "@yourcall/react/internal";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Given } from "./call-server.ts";
import { connectHost, type Host } from "./host.ts";
import { joinCard } from "./join-card.ts";
import { applyTheme } from "./theme.ts";

// The card in the conversation of a chat client. It talks to nothing but the frame around it.

const place = document.createElement("main");
document.body.append(place);
const root = createRoot(place);

let host: Host | undefined;
let given: Given | undefined;
let words = "";

function show(): void {
  if (host !== undefined && given !== undefined) root.render(<CardView key={given.ask.id} host={host} given={given} />);
  else root.render(<p className="note">{words}</p>);
}

interface Result {
  isError?: boolean;
  _meta?: { "yourcall/card"?: Given };
}

host = await connectHost(
  {
    "ui/notifications/tool-result"(result: Result) {
      given = result._meta?.["yourcall/card"];
      words =
        result.isError === true
          ? "The question could not be asked."
          : "This client does not pass on what the card needs. Answer the question on another screen.";
      show();
    },
    "ui/notifications/tool-cancelled"() {
      words = "The question was not asked.";
      show();
    },
  },
  applyTheme,
);
show();

let shown = 0;
new ResizeObserver(() => {
  const height = Math.ceil(place.getBoundingClientRect().height);
  if (height === shown) return;
  shown = height;
  host.notify("ui/notifications/size-changed", { height });
}).observe(place);

// A sandboxed frame cannot open anything itself.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || host.capabilities.openLinks === undefined) return;
  event.preventDefault();
  host.request("ui/open-link", { url: link.href }).catch(() => {});
});

/** The card of one ask, which is answered here or on any other screen. */
function CardView({ host, given }: { host: Host; given: Given }) {
  const [reached, onReached] = useState(true);
  const [note, onNote] = useState("");
  const [live] = useState(() => joinCard(host, given, { onReached, onNote }));
  useEffect(() => live.close, [live]);
  const card = useLiveCard(live, given.surface);
  return (
    <>
      <QuestionCard {...card} offline={!reached} compact />
      <p className="note" role="status">
        {note}
      </p>
    </>
  );
}
