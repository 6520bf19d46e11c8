import "./start-session.css";
import { type HubClient, type SessionMode, sessionModes } from "@yourcall/client";
import { type FormEvent, useState } from "react";
import { navigate } from "../app/route.ts";
import { toSessionPath } from "./session-words.ts";
import type { Desk } from "./use-desk.ts";

const modes: Record<SessionMode, [name: string, about: string]> = {
  default: ["Ask first", "It asks before it changes or runs anything."],
  acceptEdits: ["Accept edits", "It edits files without asking, and asks before it runs anything."],
  plan: ["Plan", "It reads and plans. You approve the plan before it begins."],
};

/** Starts a session: where, which agent, what to do, what it may do without asking. */
export function StartSession({ client, desk }: { client: HubClient; desk: Desk }) {
  const [directory, setDirectory] = useState<string>();
  const [agent, setAgent] = useState<string>();
  const [mode, setMode] = useState<SessionMode>("default");
  const [prompt, setPrompt] = useState("");
  const [step, setStep] = useState<{ busy: boolean; why?: string }>({ busy: false });

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (step.busy) return;
    if (prompt.trim() === "") return setStep({ busy: false, why: "Say what the agent should do." });
    setStep({ busy: true });
    try {
      const { id } = await client.sessions.start({
        directory: directory ?? desk.directories[0] ?? "",
        agent: agent ?? desk.agents[0]?.name ?? "",
        prompt,
        mode,
      });
      navigate(toSessionPath(id), { replace: true });
    } catch (error) {
      setStep({ busy: false, why: `Not started. ${(error as Error).message}` });
    }
  }

  return (
    <form className="start-session" aria-labelledby="start-title" onSubmit={(event) => void start(event)}>
      <h1 id="start-title">New session</h1>
      <label>
        What should it do?
        <textarea rows={5} value={prompt} onChange={(event) => setPrompt(event.target.value)} dir="auto" />
      </label>
      <div className="start-pair">
        <label>
          Directory
          <input
            list="start-directories"
            value={directory ?? desk.directories[0] ?? ""}
            onChange={(event) => setDirectory(event.target.value)}
          />
          <datalist id="start-directories">
            {desk.directories.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label>
          Agent
          <select value={agent ?? desk.agents[0]?.name} onChange={(event) => setAgent(event.target.value)}>
            {desk.agents.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <fieldset>
        <legend>Without asking you</legend>
        {sessionModes.map((name) => (
          <label key={name} className="start-mode">
            <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />
            <span>
              <b>{modes[name][0]}</b> <span className="meta">{modes[name][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="start-end">
        <p role="status" className="failed">
          {step.why ?? (desk.agents.length === 0 ? "The desk has no agents. docs/desk.md says how to add one." : "")}
        </p>
        <button type="submit" className="primary" disabled={step.busy || desk.agents.length === 0}>
          {step.busy ? "Starting" : "Start session"}
        </button>
      </div>
    </form>
  );
}
