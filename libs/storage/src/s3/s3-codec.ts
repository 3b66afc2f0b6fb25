import { keyCodec } from '../key-codec.js';

/**
 * Keys as every S3 server and minio-js give them back. Characters up to `,` are escaped, all of them, so that escapes
 * sort where the characters did. Among them are `%` and `+`, which minio-js unescapes although not every server escaped
 * them (versitygw), and the control characters, which XML 1.0 cannot carry. White space would be trimmed, a lone `007`
 * read as 7; MinIO refuses `.`, `..` and `\`.
 */
export const S3_CODEC = keyCodec({
  mark: ',',
  safe: /[^\u0000-,/\\\s\u007f-\u009f\ufeff\ufffe\uffff]/u,
  awkward: /^\.{1,2}$/,
  awkwardAlone: /^[-.\d]/,
});
