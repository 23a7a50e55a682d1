import * as z from 'zod/mini';
import { Access, type AnyAction, declare, nothing } from './action.js';
import { FailureReason } from './envelope.js';
import { id, line, moment, words } from './fields.js';

/** `LC-7K2M-9QXD-4RTB`: letters and digits that cannot be mistaken for one another. */
export const CERTIFICATE_NO = /^LC(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

/** Most characters of a legal name on certificates. */
export const CERTIFICATE_NAME_MAX = 60;

/** Claims of a certificate; they are the signed content. */
export const certificateClaims = z.object({
  no: z.string(),
  holder: z.string(),
  course_zh: z.string(),
  course_en: z.string(),
  mentor: z.string(),
  /** Total length of the lessons, in seconds. */
  seconds: z.number(),
  units: z.number(),
  issuer: z.string(),
  issued_at: moment,
});
export type CertificateClaims = z.infer<typeof certificateClaims>;

const certificate = z.object({
  id,
  course_id: id,
  ...certificateClaims.shape,
  revoked: z.boolean(),
});
export type Certificate = z.infer<typeof certificate>;

const proof = {
  /** The signed text, byte by byte: JSON of {@link certificateClaims}. */
  payload: z.string(),
  /** Ed25519, base64url. */
  signature: z.string(),
  /** Id of the key in `Certificate/keys` that verifies the signature. */
  kid: z.string(),
};

/** A course that is not completed yet, with what is missing. */
const unfinished = z.object({
  course_id: id,
  course_zh: z.string(),
  course_en: z.string(),
  percent: z.number(),
  units_done: z.number(),
  units: z.number(),
});
export type UnfinishedCourse = z.infer<typeof unfinished>;

export const listCertificates = declare('/api/Certificate/list', {
  access: Access.Member,
  summary: 'The member’s certificates, the newest first, and courses that are on the way to one.',
  request: nothing,
  response: z.object({
    earned: z.array(certificate),
    progress: z.array(unfinished),
    /** Legal name of the member on certificates; empty until it was given. */
    holder: z.string(),
  }),
});

export const nameHolder = declare('/api/Certificate/name', {
  access: Access.Member,
  summary:
    'Sets the member’s legal name for certificates, once: those that were issued before are signed anew with it. Until then they bear the nickname.',
  request: z.object({ name: line(CERTIFICATE_NAME_MAX) }),
  response: z.object({ holder: z.string() }),
  reasons: [FailureReason.StateChanged],
});

export const getCertificate = declare('/api/Certificate/info', {
  access: Access.Member,
  summary: 'One of the member’s own certificates, with its signature.',
  request: z.object({ id }),
  response: z.object({ ...certificate.shape, ...proof }),
  reasons: [FailureReason.NotFound],
});

export const verifyCertificate = declare('/api/Certificate/verify', {
  access: Access.Public,
  summary: 'What a certificate says and whether it still holds, for whoever was shown its number.',
  request: z.object({ no: words(32) }),
  response: z.object({ ...certificateClaims.shape, ...proof, valid: z.boolean(), revoked: z.boolean() }),
  reasons: [FailureReason.NotFound],
});

export const getCertificateKeys = declare('/api/Certificate/keys', {
  method: 'GET',
  access: Access.Public,
  summary: 'Public keys of certificates, as a JSON Web Key Set; certificates can be verified with it without us.',
  request: nothing,
  response: z.object({
    keys: z.array(
      z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string(), alg: z.string() }),
    ),
  }),
});

export const revokeCertificate = declare('/api/Certificate/revoke', {
  access: Access.BackOffice,
  summary: 'Takes a certificate back; its page says so from then on.',
  request: z.object({ no: words(32), reason: words(200) }),
  response: nothing,
  reasons: [FailureReason.NotFound],
});

/** Actions of this file. */
export const CERTIFICATES_ACTIONS: readonly AnyAction[] = [
  listCertificates,
  nameHolder,
  getCertificate,
  verifyCertificate,
  getCertificateKeys,
  revokeCertificate,
];
