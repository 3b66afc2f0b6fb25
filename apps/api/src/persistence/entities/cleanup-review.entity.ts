import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** The last review of a scope by an automatic clean-up; `rules` are those of domain's `CleanupRules`. */
@Entity('cleanup_review')
export class CleanupReviewEntity {
  /** Uuid of a channel, or the name of a rule of the whole storage. */
  @PrimaryColumn('text') scope!: string;
  @Column('jsonb') rules!: Record<string, unknown>;
  /** The run only reported these VODs; a later one deletes them. */
  @Column('boolean') reported!: boolean;
  @Column('int') vods!: number;
  @Column('bigint', { transformer: bigintColumn }) bytes!: number;
  /** The reported VODs. */
  @Column('jsonb', { default: () => `'[]'` }) listed!: string[];
  @Column('timestamptz', { name: 'reviewed_at' }) reviewedAt!: Date;
}
