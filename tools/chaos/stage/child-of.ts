/** Name in the house of a recorder that calls itself `<node>/<number>`. */
export const childOf = (recorder: string): string => `recorder-${recorder.slice(recorder.lastIndexOf('/') + 1)}`;
