/** Spec §4 and §9: the key under which the token is stored between visits. */
export const tokenKey = 'PaypalManageToken'

export const storedToken = () => localStorage.getItem(tokenKey) ?? ''
