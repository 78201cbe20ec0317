/** Names of fields and variables with data of persons that laws protect most, or that identify a person. */

/** Short words, which stand alone: `ssn` is no part of `lessn`. */
const SHORT =
  /(?:^|[^A-Za-z]|[a-z])(?:SSN|Ssn|IBAN|Iban|CVV|Cvv|DOB|Dob|NINO|Nino)(?![a-z])|(?:^|[^A-Za-z])(?:ssn|iban|cvv|dob|nino)(?![a-z])/;
/** Longer words. What only says whether, when or which is no such data: `PassportStatus`. */
const LONG =
  /(?<!(?:min|max|avg|average|total|sum|mean)[ _-]?)(?:social[ _-]?security|passport[ _-]?(?:no|num|id)|national[ _-]?id|id[ _-]?card|licen[cs]e[ _-]?num|tax[ _-]?(?:payer[ _-]?)?id(?![a-z])|bank[ _-]?account[ _-]?n|sort[ _-]?code|credit[ _-]?card|card[ _-]?number|salary|diagnos[ei]s|disability|aadhaar|pesel(?![a-z])|nhs[ _-]?n(?:o|um)|government[ _-]?id(?![a-z])|codice[ _-]?fiscale|personnummer|blood[ _-]?type|sick[ _-]?leave|date[ _-]?of[ _-]?birth|birth[ _-]?da(?:te|y)|reisepass|personalausweis|sozialversicherung|gehalt(?![a-z])|geburtsdatum)(?![a-z]{0,12}[ _-]?(?:status|type|url|link|upload|received|checked|verified|count|currency|required|template|path|sheet|file|folder|query|exists|valid|column|index|table|date|list|total|sum|average|avg|min|max|stats?|statistics|range|band|id$))/i;

/** Names of personal data. */
export const PERSONAL_NAMES: readonly RegExp[] = [SHORT, LONG];
