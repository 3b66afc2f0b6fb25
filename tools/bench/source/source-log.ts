/**
 * What the source saw of one stream: the base of `lost` and of the lag of tools that write one file. Times are ms since
 * the Unix epoch.
 */
export interface StreamLog {
  /** First load of the list; null when nobody asked. */
  firstAskedAt: number | null;
  /** Segments that were sent whole, in the order of their ends. */
  readonly sent: { readonly seq: number; readonly at: number }[];
}
