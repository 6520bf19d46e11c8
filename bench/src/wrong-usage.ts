/** The command line is at fault, not the bench: shown with the usage, without a stack. */
export class WrongUsage extends Error {}
