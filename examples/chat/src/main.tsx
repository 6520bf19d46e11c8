import "@yourcall/react/style.css";
import "./style.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

createRoot(document.body.appendChild(document.createElement("div"))).render(<App />);
