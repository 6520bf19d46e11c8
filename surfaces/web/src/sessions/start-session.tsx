import { type HubClient, type SessionMode, sessionModes } from "@yourcall/client";
import { findNeighbour } from "@yourcall/client/internal";
import { cleanLine } from "@yourcall/core";
import { type FormEvent, useState } from "react";
import { useStored } from "../app/browser-storage.ts";
import { navigate, toSessionPath } from "../app/route.tsx";
import { useCall } from "../live/use-call.ts";
import { PromptPictures, usePromptPictures } from "./prompt-pictures.tsx";
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
  const [words, keepWords] = useStored("start.prompt");
  const prompt = words ?? "";
  const [model, setModel] = useState("");
  const [worktree, setWorktree] = useState(false);
  const { busy, why, run } = useCall();
  const chosen = { directory: directory ?? desk.directories[0] ?? "", agent: agent ?? desk.agents[0]?.name ?? "" };

  const chosenAgent = desk.agents.find(({ name }) => name === chosen.agent);
  const pictures = usePromptPictures(chosenAgent?.takesPictures === true);
  const neighbour = worktree ? undefined : findNeighbour(chosen.directory, desk.sessions);

  async function start(): Promise<void> {
    if (prompt.trim() === "") throw new Error("Say what the agent should do.");
    const { id } = await client.sessions.start({
      ...{ ...chosen, prompt, mode, worktree, model: model.trim() || undefined, pictures: pictures.toSend() },
    });
    keepWords(null);
    navigate(toSessionPath(id), { replace: true });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(start);
  }

  return (
    <form className="start-session" aria-labelledby="start-title" onSubmit={submit}>
      <h1 id="start-title">New session</h1>
      <label>
        What should the agent do?
        <textarea
          rows={5}
          value={prompt}
          onChange={(event) => keepWords(event.target.value)}
          onPaste={pictures.onPaste}
          onDrop={pictures.onDrop}
          dir="auto"
        />
      </label>
      {chosenAgent?.takesPictures === true && <PromptPictures pictures={pictures} />}
      <div className="start-pair">
        <label>
          Directory
          <input
            list="start-directories"
            value={chosen.directory}
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
          <select value={chosen.agent} onChange={(event) => setAgent(event.target.value)}>
            {desk.agents.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {chosenAgent?.kind !== "acp" && (
          <label>
            Model
            <input
              value={model}
              placeholder="The agent's own choice"
              onChange={(event) => setModel(event.target.value)}
            />
          </label>
        )}
      </div>
      <label className="start-mode">
        <input type="checkbox" checked={worktree} onChange={(event) => setWorktree(event.target.checked)} />
        <span>
          <b>Worktree of its own</b>{" "}
          <span className="meta">
            It works on a new branch in a copy of the repository. You review its changes and merge or discard them.
          </span>
        </span>
      </label>
      <p role="status" className="start-warning fine">
        {neighbour !== undefined &&
          `“${cleanLine(neighbour.title)}” works in this directory now. Two agents in one directory overwrite each other's changes; a worktree of its own avoids that.`}
      </p>
      <fieldset>
        <legend>What it may do without asking you</legend>
        {sessionModes.map((name) => (
          <label key={name} className="start-mode">
            <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />
            <span>
              <b>{modes[name][0]}</b> <span className="meta">{modes[name][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="start-end line">
        <p role="status" className="meta failed">
          {pictures.why ??
            (why === undefined
              ? desk.agents.length === 0 && "The desk has no agents. See docs/desk.md for how to add one."
              : `Not started. ${why}`)}
        </p>
        <button type="submit" className="primary" disabled={busy || pictures.busy || desk.agents.length === 0}>
          {busy ? "Starting…" : "Start session"}
        </button>
      </div>
    </form>
  );
}
