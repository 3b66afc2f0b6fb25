import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A login. Only the hash of its token is here: who reads the table cannot take a session over. */
@Entity('session')
export class SessionEntity {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text', { name: 'token_hash' }) tokenHash!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Index('session_by_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
