/** The page before an order of any item; its texts are in the section `orders`. */
export { Checkout } from './components/checkout.js';
