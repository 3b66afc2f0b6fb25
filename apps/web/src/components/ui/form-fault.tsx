import { Notice } from './notice.js';

/** Why a form was refused, where that is about none of its fields. */
export const FormFault = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <Notice tone="rec" title={text} live />;
