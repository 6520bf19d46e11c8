import { Server } from "@modelcontextprotocol/server";
import { showsCards, toCapabilities } from "./card.ts";

type Wrap = Server["_wrapHandler"];

/** Announces resources only to clients that show cards: any other would list them, or offer them to its model, for nothing. */
export class CardServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<Wrap>): ReturnType<Wrap> {
    const wrapped = super._wrapHandler(method, handler);
    if (method !== "initialize" && method !== "server/discover") return wrapped;
    return async (request, context) => {
      const result = await wrapped(request, context);
      const { capabilities } = (request.params ?? {}) as { capabilities?: Parameters<typeof showsCards>[0] };
      if (showsCards(capabilities ?? toCapabilities(context.mcpReq.envelope))) return result;
      const { resources: _, ...others } = result.capabilities as Record<string, unknown>;
      return { ...result, capabilities: others };
    };
  }
}
