/** Something the operator must do; shown as it is, without a stack. */
export class SetupFault extends Error {
  /** @override */
  name = 'SetupFault';
}
