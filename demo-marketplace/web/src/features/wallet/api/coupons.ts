import { getPoints, listCouponCenter, listCoupons, listPoints, type RequestOf } from '@lectern/marketplace-contract';
import { actionQuery } from '../../../api/action-query.js';

export const pointsQuery = () => actionQuery(getPoints, {});
export const couponCenterQuery = () => actionQuery(listCouponCenter, {});
export const couponsQuery = (body: RequestOf<typeof listCoupons>) => actionQuery(listCoupons, body);
export const pointLinesQuery = (body: RequestOf<typeof listPoints>) => actionQuery(listPoints, body);
