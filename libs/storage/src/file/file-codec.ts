import { keyCodec } from '../key-codec.js';

/**
 * Keys as every file system that a homelab mounts takes them: plain ASCII, so that no normalisation joins two keys
 * (macOS, ZFS); no reserved characters, device names or dots at the ends (SMB, exFAT, NTFS). Names that begin with a
 * dot are left to the driver and the operating system.
 */
export const FILE_CODEC = keyCodec({
  mark: '%',
  safe: /[A-Za-z0-9._=@,+-]/,
  awkward: /^\.|\.$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i,
});
