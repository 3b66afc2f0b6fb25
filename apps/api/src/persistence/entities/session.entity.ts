import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A login. The row holds only a hash of the token, so that a reader of the table cannot use the session. */
@Entity('session')
export class SessionEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { name: 'token_hash' }) tokenHash!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Index('session_by_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
  /** Where the login came from; empty: not known. */
  @Column('text', { default: '' }) address!: string;
  /** `User-Agent` of the login. */
  @Column('text', { default: '' }) agent!: string;
}
