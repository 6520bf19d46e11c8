import type { HttpContext } from "./context.ts";
import { defineRoute, type Route } from "./route.ts";

/** Where screens report that somebody is using them. */
export function presenceRoutes({ hub }: HttpContext): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/v1/presence",
      scopes: ["human"],
      right: "read",
      summary: "Report that a person is at a screen",
      description:
        "For screens: send it on input, at most every 30 s. The person's devices stay silent for 90 s from then, and at most five minutes for one ask.",
      replies: { 204: { description: "Noted" } },
      handle({ caller }) {
        hub.presence.beat(caller.person);
        return { status: 204 };
      },
    }),
  ];
}
