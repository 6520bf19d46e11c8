/**
 * Set in the environment of a Claude whose host answers through `withYourcall`: "questions", or "everything" where it also decides
 * about tools. The hooks of `yourcall setup claude`, which such a session runs too, then leave that to the host.
 */
export const answeredBySdk = "YOURCALL_ANSWERED_BY_SDK";
