import { presenceBody } from "@yourcall/core/internal/wire";
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
      summary: "Report that a person is at a screen, or has left it",
      description:
        "For screens: send it on input, at most every 30 s. The person's devices stay silent for 90 s from then, and at most five minutes for one ask. Send `left` when the person leaves the screen, and the silence ends 5 s later if they are at no other one.",
      body: presenceBody,
      maxBodyBytes: 4096,
      replies: { 204: { description: "Noted" } },
      handle({ caller, body: { screen, left } }) {
        if (left === true) hub.presence.leave(caller.person, screen);
        else hub.presence.beat(caller.person, screen);
        return { status: 204 };
      },
    }),
  ];
}
