import type { CreatedToken, TokenInfo } from "@yourcall/client";
import { cleanLine } from "@yourcall/core";
import { useState } from "react";
import { CopyButton } from "../app/copy-button.tsx";
import { ReadProblem } from "../read/use-read.tsx";
import { NewToken } from "./new-token.tsx";
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
            The token “{cleanLine(created.name ?? created.scope)}”. It is shown only once: copy it now.
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
