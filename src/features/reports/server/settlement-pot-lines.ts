/** The lines of a settlement about the pot, and about what the house has put into it and taken back. */
import { minus, plus, type Section } from "../rules.ts";
import { byHand, counted, sale, total } from "./settlement-money-lines.ts";

const funding = ["open_pot", "reseed", "reject", "close_pot_house", "close_pot_out", "close_pot_in", "forfeit"];

export const potSection: Section = {
  key: "pot",
  title: "The pot",
  account: "pot",
  lines: [
    { key: "potFunded", label: "From the house", terms: [minus("pot", "open_pot", "reseed")], ...counted },
    { key: "potShare", label: "Jackpot share of sales", terms: [minus("pot", ...sale)] },
    { key: "potRefunded", label: "Given back in refunds", terms: [minus("pot", "refund", "refund_cancelled")] },
    { key: "potReserved", label: "Reserved for claims", terms: [minus("pot", "reserve")], ...counted },
    { key: "potReleased", label: "Back from rejected claims", terms: [minus("pot", "reject")], ...counted },
    { key: "potForfeited", label: "Back from forfeited prizes", terms: [minus("pot", "forfeit")], ...counted },
    { key: "potAdjusted", label: byHand, terms: [minus("pot", "adjust")] },
    {
      key: "potReceived",
      label: "From the pot of a closed course",
      terms: [minus("pot", "close_pot_in")],
      ...counted,
    },
    { key: "potEnded", label: "Course closed: back to the house", terms: [minus("pot", "close_pot_house")] },
    { key: "potHandedOn", label: "Course closed: to another pot", terms: [minus("pot", "close_pot_out")] },
    { key: "potPaidOut", label: "Course closed: paid from the bank", terms: [minus("pot", "close_pot_bank")] },
  ],
};

export const houseSection: Section = {
  key: "house",
  title: "House funding of the pot",
  lines: [
    { key: "potOpened", label: "Opening of the course", terms: [plus("house_funding", "open_pot")] },
    { key: "potReseeded", label: "Reseeds", terms: [plus("house_funding", "reseed")], ...counted },
    { key: "fundingReturned", label: "Returned by rejected claims", terms: [plus("house_funding", "reject")] },
    { key: "fundingEnded", label: "Returned by a closed pot", terms: [plus("house_funding", "close_pot_house")] },
    {
      key: "fundingHandedOn",
      label: "From a closed pot to another one",
      terms: [plus("house_funding", "close_pot_out", "close_pot_in")],
    },
    { key: "fundingForfeited", label: "Forfeited after the closing", terms: [plus("house_funding", "forfeit")] },
    { key: "houseFunding", label: "Net funding", terms: [plus("house_funding", ...funding)], ...total },
  ],
};
