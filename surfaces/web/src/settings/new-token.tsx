import type { CreatedToken, HubClient } from "@yourcall/client";
import { type FormEvent, useState } from "react";

const scopes = [
  { scope: "agent", name: "Agent", about: "may ask, and see what it asked" },
  { scope: "app", name: "App", about: "a chat app’s server: may ask, and answer what it asked" },
  { scope: "human", name: "Person", about: "may answer, and do everything you can do here" },
] as const;

/** Creates a token with a name and a scope. */
export function NewToken({ client, onCreated }: { client: HubClient; onCreated: (token: CreatedToken) => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<"agent" | "app" | "human">("agent");
  const [state, setState] = useState<{ busy: boolean; why?: string }>({ busy: false });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === "") return setState({ busy: false, why: "Enter a name, so that you know later whose it is." });
    setState({ busy: true });
    try {
      const created = await client.createToken({ scope, name: name.trim() });
      setName("");
      setState({ busy: false });
      onCreated(created);
    } catch (error) {
      setState({ busy: false, why: (error as Error).message });
    }
  }

  return (
    <form className="new-token" onSubmit={submit} aria-labelledby="new-token-title">
      <h3 id="new-token-title">New token</h3>
      <label className="field">
        Name
        <input
          type="text"
          value={name}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <fieldset className="choices">
        <legend>For</legend>
        {scopes.map(({ scope: value, name, about }) => (
          <label key={value} className="choice">
            <input type="radio" name="scope" checked={scope === value} onChange={() => setScope(value)} />
            <span>
              {name} <span className="meta">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" disabled={state.busy}>
        Create token
      </button>
      <p role="status" className="failed">
        {state.why !== undefined && `Not created. ${state.why}`}
      </p>
    </form>
  );
}
