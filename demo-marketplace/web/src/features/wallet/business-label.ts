import { WalletBusiness } from '@lectern/marketplace-contract';

const KNOWN: readonly string[] = Object.values(WalletBusiness);
const isKnown = (business: string): business is WalletBusiness => KNOWN.includes(business);

/** Id of the text that names a kind of transaction; payments of other types of purchasables are called purchases. */
export const businessLabel = (business: string) =>
  isKnown(business) ? (`wallet.biz.${business}` as const) : ('wallet.biz.purchase' as const);
