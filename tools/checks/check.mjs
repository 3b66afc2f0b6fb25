/**
 * One drift check. `run` gives one line for each fault, and in `summary` what it checked; `write`, where there is
 * one, makes anew what drifted.
 * @typedef {{ readonly summary: string, readonly faults: readonly string[] }} Finding
 * @typedef {{ readonly name: string, readonly run: (root: string) => Promise<Finding> | Finding, readonly write?: (root: string) => Promise<void> | void }} Check
 */
export {};
