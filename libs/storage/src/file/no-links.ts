/** Error codes of link(2) if the file system has no links, none between these two folders, or no more for this file. */
export const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS'];
