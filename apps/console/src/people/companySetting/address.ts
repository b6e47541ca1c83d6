/** This check is enough to catch a typing error; the API decides. */
export const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text)
