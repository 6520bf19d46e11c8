import "@yourcall/react/style.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/buttons.css";
import "./style/pane.css";
import "./style/empty.css";
import "./style/decided.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createBrowserStorage } from "./app/browser-storage.ts";
import { loadLaterParts } from "./app/later-parts.ts";
import { startSession } from "./app/session.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");
const storage = createBrowserStorage();
createRoot(root).render(<App storage={storage} sessions={startSession(storage)} />);
loadLaterParts();
