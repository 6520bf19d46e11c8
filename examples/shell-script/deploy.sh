#!/usr/bin/env bash
# A deploy script that asks before it deploys. Nothing happens unless a person says so.
set -u
yourcall=${YOURCALL:-yourcall}

outcome=$($yourcall ask --title "deploy the shop" --timeout "${TIMEOUT:-15m}" \
  --question "Deploy the shop to production?" --header "Deploy" \
  --option "Canary (Recommended)" --describe "one machine of ten, watched for an hour" \
  --option "Everywhere" --describe "all ten machines at once" \
  --option "Not today" --describe "leave production as it is")
code=$?

case $code in
  0) ;;
  3) echo "Declined. Nothing was deployed."; exit 0 ;;
  4) echo "Nobody answered in time. Nothing was deployed."; exit 1 ;;
  5) echo "The question was withdrawn. Nothing was deployed."; exit 1 ;;
  *) echo "The question could not be asked (exit $code). Nothing was deployed."; exit 1 ;;
esac

# Skipped means "you choose"; a script cannot judge, so it takes the careful option.
case $outcome in
  *'"selectedOptions":["Canary (Recommended)"]'* | *'"skipped":true'*) echo "Deploying to one machine." ;;
  *'"selectedOptions":["Everywhere"]'*) echo "Deploying to all machines." ;;
  *'"selectedOptions":["Not today"]'*) echo "Nothing was deployed." ;;
  *) echo "An answer in your own words needs a person to read it: $outcome"; exit 1 ;;
esac
