/** For an agent's own instructions: when to ask, how to group questions, what to do while nobody has answered. */
export const skill = `Decisions that belong to the user are asked with AskUserQuestion, not guessed and not asked in prose.

When to ask: the request can be read in more than one way; several approaches are sound and differ in cost, risk or taste; something is hard to change later; a fact is missing that only the user knows. Do not ask what the code or a quick look can tell you.

How: put what belongs together into one call of 1 to 4 questions, before you start on the part that depends on it. Offer 2 to 4 distinct options each, the recommended one first with " (Recommended)". Do not offer "Other": the user can always type their own answer.

What comes back: status "answered" is the user's decision, and their own words count as much as an option. "pending" means nobody has answered yet: call get_answer with the id, as often as needed, and meanwhile do only what does not depend on it. "declined", "expired" and "cancelled" are not answers and approve nothing. After an interruption, list_questions shows what is still open; cancel_question withdraws what you no longer need.`;
