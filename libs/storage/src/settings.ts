/**
 * A folder. `sync` is what a power cut may take: `off` the last 30 s or so (as the kernel likes), `batched` new names
 * of the last 5 s, `each` nothing. With `batched` and `each` the bytes of an object are on the disk before it gets its
 * name (architecture section 13, file driver).
 */
export interface FileSettings {
  readonly kind: 'file';
  readonly rootDir: string;
  readonly sync: 'off' | 'batched' | 'each';
}

/** An S3 bucket. `endpoint` is an address with scheme (`http://minio:9000`). */
export interface S3Settings {
  readonly kind: 's3';
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** 5 MiB to 5 GiB (S3's own limits); 16 MiB when not given. One put of a stream holds up to twice this in memory. */
  readonly partSizeBytes?: number;
}

export type StorageSettings = FileSettings | S3Settings;
