import type { CreatedToken, HubClient, TokenInfo } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { maxNameLength } from "@yourcall/core/internal";
import { type FormEvent, useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { useCall } from "../live/use-call.ts";
import { ReadProblem } from "../live/use-read.tsx";
import { TokenList, type TokenListProps } from "./token-list.tsx";

const isProgram = ({ device }: TokenInfo) => device === undefined;

/** The tokens of programs: their names, how to create one and how to revoke one. */
export function TokenSettings(props: TokenListProps) {
  const { client, tokens } = props;
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <TokenList
      {...props}
      title="Tokens"
      about={
        <>
          A token gives a program access. This machine's own two are in <code>tokens.json</code> in the state directory
          and are not listed here.
        </>
      }
      isListed={isProgram}
      onGone={(id) => {
        if (created?.id === id) setCreated(undefined);
      }}
    >
      <ReadProblem reading={tokens} what="The tokens" />
      {tokens.value?.some(isProgram) === false && <p className="meta">No tokens yet.</p>}
      {created !== undefined && (
        <div className="token-secret">
          <p role="status">
            Token “{cleanLine(created.name ?? created.scope)}” created. Copy it now: it is shown only once.
          </p>
          <p>
            <code>{created.token}</code>
          </p>
          <p>
            <CopyButton text={created.token} label="Copy" name="Copy the token" />
            <button type="button" className="quiet" onClick={() => setCreated(undefined)}>
              Done
            </button>
          </p>
        </div>
      )}
      <NewToken
        client={client}
        onCreated={(token) => {
          setCreated(token);
          tokens.again();
        }}
      />
    </TokenList>
  );
}

const scopes = [
  { scope: "agent", name: "Agent", about: "may ask, and see what it asked" },
  { scope: "app", name: "App", about: "a chat app’s server: may ask, and answer what it asked" },
  { scope: "human", name: "Person", about: "may answer, and do everything you can do here" },
] as const;

/** Creates a token with a name and a scope. */
function NewToken({ client, onCreated }: { client: HubClient; onCreated: (token: CreatedToken) => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<"agent" | "app" | "human">("agent");
  const { busy, why, run } = useCall();

  async function create(): Promise<void> {
    if (name.trim() === "") throw new Error("Enter a name, so that you can tell later whose it is.");
    const created = await client.createToken({ scope, name: name.trim() });
    setName("");
    onCreated(created);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(create);
  }

  return (
    <form className="new-token" onSubmit={submit} aria-labelledby="new-token-title">
      <h3 id="new-token-title">New token</h3>
      <label className="field fine">
        Name
        <input
          type="text"
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <fieldset className="choices">
        <legend className="fine">For</legend>
        {scopes.map(({ scope: value, name, about }) => (
          <label key={value} className="choice line">
            <input type="radio" name="scope" checked={scope === value} onChange={() => setScope(value)} />
            <span>
              {name} <span className="meta">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" disabled={busy}>
        Create token
      </button>
      <p role="status" className="failed">
        {why !== undefined && `Not created. ${why}`}
      </p>
    </form>
  );
}
