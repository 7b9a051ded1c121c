"""Why a submission is wrong: its named mistake, the digits it loses, the smallest input that fails."""
