import {
  getCertificate,
  getCertificateKeys,
  listCertificates,
  verifyCertificate,
  type RequestOf,
} from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const certificateQuery = (body: RequestOf<typeof getCertificate>) => actionQuery(getCertificate, body);
export const certificateKeysQuery = () => actionQuery(getCertificateKeys, {}, { isLasting: true });
export const certificatesQuery = () => actionQuery(listCertificates, {});
export const verifyCertificateQuery = (body: RequestOf<typeof verifyCertificate>) =>
  actionQuery(verifyCertificate, body);
