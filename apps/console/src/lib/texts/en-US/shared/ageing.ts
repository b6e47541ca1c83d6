/** Texts of the picture that shows amounts by age. */
export default {
  'age.week': 'Up to 7 days',
  'age.month': '8–30 days',
  'age.twoMonths': '31–60 days',
  'age.older': 'Over 60 days',
  'age.currency': 'Currency',
  'age.total': 'Total',
  'age.bills': '{count, plural, one {# bill} other {# bills}}',
  'age.rows': '{count, plural, one {# transaction} other {# transactions}}',
}
