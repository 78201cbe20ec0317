/** The vendor's unchanged objects by the hash of their content. `scripts/vendor-objects.ts` writes the list. */

/** One version of an object that comes with the product. */
export interface VendorObject {
  readonly name: string;
  /** Result of `contentHash` for it. */
  readonly hash: string;
  /** Places where it was seen: `owner/name@commit:path`, of two owners at least. */
  readonly sources: readonly string[];
}

export const VENDOR_OBJECTS: readonly VendorObject[] = [
  {
    name: 'Email - POP3/SMTP',
    hash: '131f2284371f8364cb0935b0870f932caec507163795858108fe4398ea02a8ca',
    sources: [
      'MasterOfLogic1/Blue-Prism-RPA@34e13c74e1d80492f5322e51be978038962e08e2:WaterStones_Book_Data_Scrapper/WaterStones_Project_Final.bprelease',
      'ashutosh2014/Blue-Prism-Projects@472f090f753d2442c8e1619a7384e724fee7af00:ACME.bprelease',
      'nareshbijjamtest/BluePrism@245cf7ad1db032610066c6c79a7d80ca54d31f9f:Test.bprelease',
    ],
  },
  {
    name: 'MS Excel VBO',
    hash: 'c9d93d458e1fcb27964534e522c987fed37ef44dc166b97769d67251a23be936',
    sources: [
      'Aman-Haris/BluePrism-RPA-based-Web-Scrapping@821f6e70f8ed4487ca98a4cdbfee8176c4775a76:1AM18CS016_ Web Scraping.bprelease',
      'EYLatamSouth/dda-lib-ia-EY_BluePrismProcessTemplate@879d53e0cbea55fc9794016cfcab07fd8373af13:BP_EY_ProcessTemplate_v2.bprelease',
      'ashz30/BluePrism-Automated-Testing@599737d8dbaff05c956e418eba456435f66c64c2:Python Web Service/release/Test Suite Process BP.bprelease',
    ],
  },
  {
    name: 'Utility - Collection Manipulation',
    hash: '6ddd787db20f933a01541add4a661394c29e6605184b3812c86cf0832288b76d',
    sources: [
      'Aman-Haris/BluePrism-RPA-based-Web-Scrapping@821f6e70f8ed4487ca98a4cdbfee8176c4775a76:1AM18CS016_ Web Scraping.bprelease',
      'EYLatamSouth/dda-lib-ia-EY_BluePrismProcessTemplate@879d53e0cbea55fc9794016cfcab07fd8373af13:BP_EY_ProcessTemplate_v2.bprelease',
      'ashutosh2014/Blue-Prism-Projects@472f090f753d2442c8e1619a7384e724fee7af00:ACME.bprelease',
    ],
  },
  {
    name: 'Utility - Environment',
    hash: 'b9932d4bd2f375806b49fc205886790112b95d42411f563c0496d24b41a54c99',
    sources: [
      'EYLatamSouth/dda-lib-ia-EY_BluePrismProcessTemplate@879d53e0cbea55fc9794016cfcab07fd8373af13:BP_EY_ProcessTemplate_v2.bprelease',
      'MasterOfLogic1/Blue-Prism-RPA@34e13c74e1d80492f5322e51be978038962e08e2:WaterStones_Book_Data_Scrapper/WaterStones_Project_Final.bprelease',
      'ashutosh2014/Blue-Prism-Projects@472f090f753d2442c8e1619a7384e724fee7af00:ACME.bprelease',
      'ashz30/BluePrism-Automated-Testing@599737d8dbaff05c956e418eba456435f66c64c2:Python Web Service/release/Test Suite Process BP.bprelease',
    ],
  },
  {
    name: 'Utility - File Management',
    hash: 'a0d6a6cce4165b0a320a8a3e20a831f9e31d1913318b7f446e6ea7941d2fd940',
    sources: [
      'EYLatamSouth/dda-lib-ia-EY_BluePrismProcessTemplate@879d53e0cbea55fc9794016cfcab07fd8373af13:BP_EY_ProcessTemplate_v2.bprelease',
      'ashutosh2014/Blue-Prism-Projects@472f090f753d2442c8e1619a7384e724fee7af00:ACME.bprelease',
    ],
  },
  {
    name: 'Utility - General',
    hash: 'a83b130a0dee1ff8b272ab4a5d57615b62f497371378817bdb5075b189789988',
    sources: [
      'EYLatamSouth/dda-lib-ia-EY_BluePrismProcessTemplate@879d53e0cbea55fc9794016cfcab07fd8373af13:BP_EY_ProcessTemplate_v2.bprelease',
      'MasterOfLogic1/Blue-Prism-RPA@34e13c74e1d80492f5322e51be978038962e08e2:WaterStones_Book_Data_Scrapper/WaterStones_Project_Final.bprelease',
      'ashz30/BluePrism-Automated-Testing@599737d8dbaff05c956e418eba456435f66c64c2:Python Web Service/release/Test Suite Process BP.bprelease',
    ],
  },
  {
    name: 'Utility - Strings',
    hash: '0f23364b1514f718374efc38b94511befa8964c03cf86657fd4724690b70fe68',
    sources: [
      'ashutosh2014/Blue-Prism-Projects@472f090f753d2442c8e1619a7384e724fee7af00:ACME.bprelease',
      'ashz30/BluePrism-Automated-Testing@599737d8dbaff05c956e418eba456435f66c64c2:Python Web Service/release/Test Suite Process BP.bprelease',
    ],
  },
];
