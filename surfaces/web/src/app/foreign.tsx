import { Mark } from "./mark.tsx";

/** Somebody else may have the hub's port: nothing is shown, and nothing was sent. */
export function Foreign({ canCheck }: { canCheck: boolean }) {
  return (
    <main className="stranger" id="main">
      <p className="brand">
        <Mark size={32} />
        yourcall
      </p>
      {canCheck ? (
        <>
          <h1>Something else answers on this port</h1>
          <p role="status" className="stranger-why">
            What answers at {location.host} could not prove that it is your hub. It was sent neither your login nor any
            answer.
          </p>
          <p>
            Another program may have taken the port, or your hub no longer knows this browser. Your hub may be at
            another address now. Run this in a terminal on the machine where it runs:
          </p>
          <pre>
            <code>yourcall open</code>
          </pre>
          <p className="meta">This page keeps looking, and continues once your hub is back. Do not reload it before.</p>
        </>
      ) : (
        <>
          <h1>This browser cannot check who answers here</h1>
          <p>
            It lacks WebCrypto, with which the page makes sure that it talks to your hub. So your login was not sent.
            Use a newer browser, or <code>yourcall inbox</code> in a terminal.
          </p>
        </>
      )}
    </main>
  );
}
