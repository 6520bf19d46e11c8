import { useState } from "react";

interface Call {
  busy: boolean;
  /** The last call succeeded. */
  done?: boolean;
  /** Why the last one failed, for the person. */
  why?: string;
  /** Makes a call, unless another is under way. */
  run(act: () => Promise<unknown>): Promise<void>;
}

/** A call to the hub, started by the person, and how it went. */
export function useCall(): Call {
  const [state, setState] = useState<Pick<Call, "busy" | "done" | "why">>({ busy: false });
  return {
    ...state,
    async run(act) {
      if (state.busy) return;
      setState({ busy: true });
      try {
        await act();
        setState({ busy: false, done: true });
      } catch (error) {
        setState({ busy: false, why: (error as Error).message });
      }
    },
  };
}
