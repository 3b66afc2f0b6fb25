/**
 * One drift check. `run` returns one line for each fault and, in `summary`, what it checked. The optional `write`
 * generates the files again that drifted.
 * @typedef {{ readonly summary: string, readonly faults: readonly string[] }} Finding
 * @typedef {{ readonly name: string, readonly run: (root: string) => Promise<Finding> | Finding, readonly write?:
 *   (root: string) => Promise<void> | void }} Check
 */
export {};
